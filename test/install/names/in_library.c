/* SPDX-License-Identifier: Apache-2.0 */
/* A program of somebody else whose library uses CUDA and NvSci. */
int part_main(void);

int main(void)
{
    return part_main();
}
