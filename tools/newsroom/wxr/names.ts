/** Keys of `wp:postmeta` and `wp:termmeta`: WordPress' own, Yoast's, and the newsroom's. */
export const META = {
  thumbnail: '_thumbnail_id',
  alt: '_wp_attachment_image_alt',
  credit: '_newsroom_credit',
  footnotes: 'footnotes',
  noindex: '_yoast_wpseo_meta-robots-noindex',
  next: '_newsroom_next',
  promo: '_newsroom_promo',
  corrections: '_newsroom_corrections',
  productPlacement: '_newsroom_product_placement',
  heading: 'newsroom_heading',
} as const
