/** AMP extensions this renderer uses, with their versions. */
export const EXTENSION_VERSIONS = {
  'amp-ad': '0.1',
  'amp-analytics': '0.1',
  'amp-anim': '0.1',
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
  'amp-vimeo': '0.1',
  'amp-youtube': '0.1',
} as const
export type Extension = keyof typeof EXTENSION_VERSIONS

/** Those that bring content of other sites: AMP has no way to wait for a click. */
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

/** Style sheets, one a family; a document carries the ones of the blocks it shows. */
export const STYLE_NAMES = ['base', 'table', 'code', 'media', 'embed', 'offers', 'cover', 'shade'] as const
export type StyleName = (typeof STYLE_NAMES)[number]
/** Minified style sheets, made by the build from the shared tokens and `amp/styles/`. */
export type AmpStyles = Record<StyleName, string>
