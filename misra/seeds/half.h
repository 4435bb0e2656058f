#ifndef HALF_H
#define HALF_H
#if SEED_HALF == 1 /* seed 20.14 */
#endif
