export const EXTENSION_VERSIONS = {
  'amp-ad': '0.1',
  'amp-analytics': '0.1',
  'amp-anim': '0.1',
  'amp-audio': '0.1',
  'amp-base-carousel': '0.1',
  'amp-brightcove': '0.1',
  'amp-consent': '0.1',
  'amp-dailymotion': '0.1',
  'amp-facebook': '0.1',
  'amp-facebook-page': '0.1',
  'amp-form': '0.1',
  'amp-gist': '0.1',
  'amp-iframe': '0.1',
  'amp-imgur': '0.1',
  'amp-instagram': '0.1',
  'amp-install-serviceworker': '0.1',
  'amp-jwplayer': '0.1',
  'amp-lightbox-gallery': '0.1',
  'amp-live-list': '0.1',
  'amp-mustache': '0.2',
  'amp-next-page': '1.0',
  'amp-pinterest': '0.1',
  'amp-reddit': '0.1',
  'amp-sidebar': '0.1',
  'amp-soundcloud': '0.1',
  'amp-sticky-ad': '1.0',
  'amp-tiktok': '0.1',
  'amp-twitter': '0.1',
  'amp-video': '0.1',
  'amp-vimeo': '0.1',
  'amp-wistia-player': '0.1',
  'amp-youtube': '0.1',
} as const
export type Extension = keyof typeof EXTENSION_VERSIONS

export const STYLE_NAMES = [
  'base',
  'table',
  'chart',
  'code',
  'media',
  'embed',
  'offers',
  'cover',
  'shade',
  'correction',
  'series',
  'live',
  'breaking',
  'right-to-left',
] as const
export type StyleName = (typeof STYLE_NAMES)[number]
/** Built from tokens, fonts and `amp/styles/`. */
export interface AmpStyles {
  families: Readonly<Record<StyleName, string>>
  fonts: {
    /** By file name (`onest-cyrillic`). */
    faces: Readonly<Record<string, string>>
    /** Share the other fonts' metrics. */
    fallbacks: string
  }
}
