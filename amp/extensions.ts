/** Versions of the AMP extensions in use. */
export const EXTENSION_VERSIONS = {
  'amp-ad': '0.1',
  'amp-analytics': '0.1',
  'amp-anim': '0.1',
  'amp-audio': '0.1',
  'amp-base-carousel': '0.1',
  'amp-consent': '0.1',
  'amp-facebook': '0.1',
  'amp-form': '0.1',
  'amp-iframe': '0.1',
  'amp-instagram': '0.1',
  'amp-lightbox-gallery': '0.1',
  'amp-mustache': '0.2',
  'amp-next-page': '1.0',
  'amp-reddit': '0.1',
  'amp-sidebar': '0.1',
  'amp-sticky-ad': '1.0',
  'amp-tiktok': '0.1',
  'amp-twitter': '0.1',
  'amp-video': '0.1',
  'amp-vimeo': '0.1',
  'amp-youtube': '0.1',
} as const
export type Extension = keyof typeof EXTENSION_VERSIONS

/** Extensions with content of other sites, which AMP cannot defer until a click. */
export const EMBEDS: ReadonlySet<Extension> = new Set<Extension>([
  'amp-anim',
  'amp-facebook',
  'amp-iframe',
  'amp-instagram',
  'amp-reddit',
  'amp-tiktok',
  'amp-twitter',
  'amp-vimeo',
  'amp-youtube',
])

/** Style sheets, one a family; a document has only those of its blocks. */
export const STYLE_NAMES = ['base', 'table', 'code', 'media', 'embed', 'offers', 'cover', 'shade'] as const
export type StyleName = (typeof STYLE_NAMES)[number]
/** Minified style sheets, which the build makes from the shared tokens and `amp/styles/`. */
export type AmpStyles = Record<StyleName, string>
