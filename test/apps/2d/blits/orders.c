/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file orders.c
 * Programs go wrong in two ways that no error tells: U and V are taken for one another, and a
 * buffer is taken for another one. Both must show in the pixels. All orders of U and V of images of
 * 4:2:0 and packed 4:2:2, and both of red and blue, are looked at in memory byte by byte.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "images.h"

#define WIDTH  96U
#define HEIGHT 64U

static Place place;
static NvMediaDevice *device;
static NvMedia2D *i2d;

#define YUV       NVM_SURF_ATTR_SURF_TYPE_YUV
#define RGBA      NVM_SURF_ATTR_SURF_TYPE_RGBA
#define PLANAR    NVM_SURF_ATTR_MEMORY_PLANAR
#define SEMI      NVM_SURF_ATTR_MEMORY_SEMI_PLANAR
#define PACKED    NVM_SURF_ATTR_MEMORY_PACKED
#define ORDER(of) NVM_SURF_ATTR_COMPONENT_ORDER_##of

/** An order, and where U and V are in memory: plane and byte; bytes from one to the next. */
typedef struct {
    const char *name;
    uint32_t memory;
    uint32_t sampling;
    uint32_t order;
    uint32_t u_plane;
    uint32_t u_byte;
    uint32_t v_plane;
    uint32_t v_byte;
    uint32_t step;
    /** Where Y is in the first plane. */
    uint32_t y_byte;
    uint32_t y_step;
} Order;

static const Order orders[] = {
    {"planar YUV", PLANAR, NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420, ORDER(YUV), 1U, 0U, 2U, 0U, 1U, 0U,
     1U},
    {"planar YVU", PLANAR, NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420, ORDER(YVU), 2U, 0U, 1U, 0U, 1U, 0U,
     1U},
    {"semi-planar YUV", SEMI, NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420, ORDER(YUV), 1U, 0U, 1U, 1U, 2U,
     0U, 1U},
    {"semi-planar YVU", SEMI, NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420, ORDER(YVU), 1U, 1U, 1U, 0U, 2U,
     0U, 1U},
    {"packed YUYV", PACKED, NVM_SURF_ATTR_SUB_SAMPLING_TYPE_422, ORDER(YUYV), 0U, 1U, 0U, 3U, 4U,
     0U, 2U},
    {"packed YVYU", PACKED, NVM_SURF_ATTR_SUB_SAMPLING_TYPE_422, ORDER(YVYU), 0U, 3U, 0U, 1U, 4U,
     0U, 2U},
    {"packed UYVY", PACKED, NVM_SURF_ATTR_SUB_SAMPLING_TYPE_422, ORDER(UYVY), 0U, 0U, 0U, 2U, 4U,
     1U, 2U},
    {"packed VYUY", PACKED, NVM_SURF_ATTR_SUB_SAMPLING_TYPE_422, ORDER(VYUY), 0U, 2U, 0U, 0U, 4U,
     1U, 2U},
};

/** Mean colour of the pixels that a sample covers. */
static Colour mean(uint32_t seed, uint32_t column, uint32_t row, uint32_t rows)
{
    Colour sum = {0.0, 0.0, 0.0};

    for (uint32_t i = 0U; i < (2U * rows); i++) {
        const Colour one =
            colour_of(pattern(seed, (2U * column) + (i % 2U), (row * rows) + (i / 2U)));

        sum.u += one.u / (2.0 * rows);
        sum.v += one.v / (2.0 * rows);
    }
    return sum;
}

/** Faults of U and V if they are where an order has them. */
static uint32_t colour_faults(const Picture *picture, const Order *order, uint32_t seed)
{
    const uint32_t rows = (order->sampling == NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420) ? 2U : 1U;
    uint32_t faults = 0U;

    for (uint32_t row = 0U; row < (HEIGHT / rows); row++) {
        for (uint32_t column = 0U; column < (WIDTH / 2U); column++) {
            const Colour model = mean(seed, column, row, rows);
            const uint8_t *const u =
                &picture->plane[order->u_plane][(size_t)row * picture->pitch[order->u_plane]];
            const uint8_t *const v =
                &picture->plane[order->v_plane][(size_t)row * picture->pitch[order->v_plane]];

            faults += near(u[order->u_byte + (column * order->step)], model.u) ? 0U : 1U;
            faults += near(v[order->v_byte + (column * order->step)], model.v) ? 0U : 1U;
        }
    }
    return faults;
}

static uint32_t luma_faults(const Picture *picture, const Order *order, uint32_t seed)
{
    uint32_t faults = 0U;

    for (uint32_t y = 0U; y < HEIGHT; y++) {
        for (uint32_t x = 0U; x < WIDTH; x++) {
            const uint8_t luma = picture->plane[0][((size_t)y * picture->pitch[0]) + order->y_byte +
                                                   ((size_t)x * order->y_step)];

            faults += near(luma, colour_of(pattern(seed, x, y)).y) ? 0U : 1U;
        }
    }
    return faults;
}

static void blit(const Frame *output, const Frame *input)
{
    NvMediaImageSurfaceMap map;

    CALL(NvMedia2DBlitEx(i2d, output->image, NULL, input->image, NULL, NULL, NULL));
    CALL(NvMediaImageLock(output->image, NVMEDIA_IMAGE_ACCESS_READ, &map));
    NvMediaImageUnlock(output->image);
}

/** An order holds where it is, and the swapped one does not. */
static void look_at_order(const Frame *input, const Order *order)
{
    const Surface surface = {YUV,           NVM_SURF_ATTR_LAYOUT_PL,
                             order->memory, order->sampling,
                             order->order,  NVM_SURF_ATTR_COLOR_STD_REC601_SR};
    Order swapped = *order;
    Frame output;
    Picture picture;

    frame_make(&place, device, &surface, WIDTH, HEIGHT, &output);
    picture_open(output.object, true, &picture);
    blit(&output, input);
    swapped.u_plane = order->v_plane;
    swapped.u_byte = order->v_byte;
    swapped.v_plane = order->u_plane;
    swapped.v_byte = order->u_byte;
    if ((luma_faults(&picture, order, 1U) != 0U) || (colour_faults(&picture, order, 1U) != 0U)) {
        (void)fprintf(stderr, "%s: %u of Y and %u of U and V are wrong\n", order->name,
                      (unsigned)luma_faults(&picture, order, 1U),
                      (unsigned)colour_faults(&picture, order, 1U));
        exit(EXIT_FAILURE);
    }
    CHECK(colour_faults(&picture, &swapped, 1U) > (WIDTH * HEIGHT / 8U));
    frame_end(&output);
}

/** U and V of an image of three planes, swapped by the blit of one plane each: the same bytes as
 * those of an image of the other order. */
static void swap_planes(const Frame *input)
{
    Surface surface = surface_yuv420;
    Frame straight;
    Frame crossed;
    Picture picture;
    Yuv yuv;

    frame_make(&place, device, &surface, WIDTH, HEIGHT, &straight);
    surface.order = ORDER(YVU);
    frame_make(&place, device, &surface, WIDTH, HEIGHT, &crossed);
    blit(&straight, input);
    for (uint32_t i = 0U; i < 3U; i++) {
        CALL(NvMedia2DCopyPlaneNew(i2d, crossed.image, i, straight.image, i));
    }
    picture_open(crossed.object, true, &picture);
    blit(&straight, input);
    /* Read as what it is called, it is wrong; read as what was copied, it is right. */
    yuv = yuv_of(&picture, &kind_yvu420);
    CHECK(yuv_faults(&yuv, WIDTH, HEIGHT, 1U, 1U) > 0U);
    yuv = yuv_of(&picture, &kind_yuv420);
    CHECK(yuv_faults(&yuv, WIDTH, HEIGHT, 1U, 1U) == 0U);
    frame_end(&straight);
    frame_end(&crossed);
}

/** Red and blue: of an image of either order, and of a copy into the other one. */
static void look_at_rgba(const Frame *input)
{
    Surface surface = surface_rgba;
    Frame output;
    Picture picture;
    uint32_t faults = 0U;

    surface.order = ORDER(BGRA);
    frame_make(&place, device, &surface, WIDTH, HEIGHT, &output);
    picture_open(output.object, true, &picture);
    blit(&output, input);
    for (uint32_t y = 0U; y < HEIGHT; y++) {
        for (uint32_t x = 0U; x < WIDTH; x++) {
            const Pixel wanted = pattern(1U, x, y);
            const Pixel got = pixel_get(&picture, x, y);

            faults += ((got.blue == wanted.red) && (got.green == wanted.green) &&
                       (got.red == wanted.blue) && (got.alpha == wanted.alpha))
                          ? 0U
                          : 1U;
        }
    }
    CHECK(faults == 0U);
    frame_end(&output);
}

/** A chain of three buffers of which two are taken for one another. */
static void swap_buffers(void)
{
    Frame inputs[3];
    Frame outputs[3];

    for (uint32_t i = 0U; i < 3U; i++) {
        frame_make(&place, device, &surface_rgba, WIDTH, HEIGHT, &inputs[i]);
        frame_make(&place, device, &surface_yuv420, WIDTH, HEIGHT, &outputs[i]);
        frame_draw(inputs[i].image, 10U + i);
    }
    for (uint32_t i = 0U; i < 3U; i++) {
        const uint32_t taken = (i == 2U) ? 1U : i;

        blit(&outputs[i], &inputs[taken]);
    }
    CHECK(frame_faults(outputs[0].image, 10U) == 0U);
    CHECK(frame_faults(outputs[1].image, 11U) == 0U);
    CHECK(frame_faults(outputs[2].image, 12U) > (WIDTH * HEIGHT / 2U));
    CHECK(frame_faults(outputs[2].image, 11U) == 0U);
    for (uint32_t i = 0U; i < 3U; i++) {
        frame_end(&inputs[i]);
        frame_end(&outputs[i]);
    }
}

int main(void)
{
    Frame input;

    modules_open(&place);
    device = NvMediaDeviceCreate();
    CHECK(device != NULL);
    i2d = NvMedia2DCreate(device);
    CHECK(i2d != NULL);
    CALL(NvMediaImageNvSciBufInit());
    frame_make(&place, device, &surface_rgba, WIDTH, HEIGHT, &input);
    frame_draw(input.image, 1U);
    for (uint32_t i = 0U; i < COUNT_OF(orders); i++) {
        look_at_order(&input, &orders[i]);
    }
    look_at_rgba(&input);
    swap_planes(&input);
    swap_buffers();
    frame_end(&input);
    NvMediaImageNvSciBufDeinit();
    NvMedia2DDestroy(i2d);
    NvMediaDeviceDestroy(device);
    modules_close(&place);
    (void)printf("orders: %u orders of U and V, 2 of red and blue, a swapped buffer\n",
                 (unsigned)COUNT_OF(orders));
    return EXIT_SUCCESS;
}
