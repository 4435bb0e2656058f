/* SPDX-License-Identifier: Apache-2.0 */
/* Ends a conditional that the including file began. */
#else /* expect 20.14 */
#endif /* expect 20.14 */
