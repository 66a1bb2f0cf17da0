import { rulesOf } from '../../../languages/language.ts'
import type { Provider, Read } from './provider.ts'

/** Players with a parameter for what they show. */
const FACEBOOK_PLUGIN = /^(?:\/v\d{1,2}\.\d)?\/plugins\/(?:post|video|page|comment_embed)\.php$/
const FACEBOOK_PAGE = 'https://www.facebook.com/plugins/page.php?href='
const FACEBOOK_PATH = /^(?:\/[\w.%:@-]{1,200}){1,8}\/?$/
const FACEBOOK_QUERY = ['v', 'fbid', 'set', 'story_fbid', 'id', 'comment_id']
const FACEBOOK_VALUE = /^[\w.:-]{1,100}$/
/** Profiles, groups and other pages are links. */
const FACEBOOK_POST =
  /^\/(?:groups\/[^/]+\/(?:posts|permalink)|(?:[^/]+\/)?(?:posts|videos|photos|activity|reels?|notes)|share(?:\/[pvr])?)\/[^/]/
/** With a post in the query. */
const FACEBOOK_SCRIPTS = /^\/(?:watch(?:\/live)?|photo|story|permalink|video|media\/set)(?:\.php)?\/?$/
const FACEBOOK_ITEMS = ['v', 'fbid', 'story_fbid', 'set']

const facebook: Read = (plugin, language) => {
  const url = FACEBOOK_PLUGIN.test(plugin.pathname) ? URL.parse(plugin.searchParams.get('href') ?? '') : plugin
  const host = url?.hostname.replace(/^(?:www|m|web|touch|[a-z]{2}-[a-z]{2})\./, '')
  if (!url || host !== 'facebook.com' || !/^https?:$/.test(url.protocol)) return undefined
  // Others are like buttons, page boxes and such.
  if (!FACEBOOK_PATH.test(url.pathname) || /^\/(?:v[\d.]+\/)?(?:plugins|sharer|dialog|login)\b/.test(url.pathname))
    return undefined
  const query = new URLSearchParams()
  for (const name of FACEBOOK_QUERY) {
    const value = url.searchParams.get(name)
    if (value !== null && FACEBOOK_VALUE.test(value)) query.set(name, value)
  }
  const pageUrl = `https://www.facebook.com${url.pathname}${query.size > 0 ? `?${query}` : ''}`
  const isItem = FACEBOOK_SCRIPTS.test(url.pathname) && FACEBOOK_ITEMS.some((name) => query.has(name))
  const isPost = isItem || FACEBOOK_POST.test(url.pathname)
  if (!isPost && url === plugin) return undefined
  const isPage = !isPost && (/\/page\.php$/.test(plugin.pathname) || /^\/[\w.-]+\/?$/.test(url.pathname))
  const isVideo = /\/(?:videos|watch|reel|share\/[vr])\b/.test(url.pathname)
  const [kind, height] = isPage
    ? (['page', 500] as const)
    : isVideo
      ? (['video', 420] as const)
      : (['post', 560] as const)
  const settings = new URLSearchParams({ href: pageUrl, show_text: 'true' })
  return {
    id: pageUrl,
    url: pageUrl,
    frame: { src: `https://www.facebook.com/plugins/${kind}.php?${settings}`, shape: { height } },
    amp: {
      name: isPage ? 'amp-facebook-page' : 'amp-facebook',
      attributes: {
        'data-href': pageUrl,
        ...(!isPage && { 'data-embed-as': isVideo ? 'video' : 'post' }),
        'data-locale': rulesOf(language).ogLocale,
      },
      size: { width: 552, height: 310 },
    },
  }
}

export const FACEBOOK_PROVIDER: Provider = {
  type: 'facebook',
  name: 'Facebook',
  hosts: ['facebook.com', 'm.facebook.com', 'web.facebook.com', 'touch.facebook.com', 'pl-pl.facebook.com', 'fb.watch'],
  origins: ['https://www.facebook.com'],
  consent: 'embeds',
  read: facebook,
  markup: [
    ...['fb-post', 'fb-video', 'fb-reel', 'fb-comment-embed'].map((className) => ({
      className,
      from: ['{data-href}', { link: 'known' as const }],
      hasWords: true,
    })),
    // The code, not the URL, says the kind.
    { className: 'fb-page', from: ['{data-href}', `${FACEBOOK_PAGE}{data-href}`], hasWords: true },
    ...['fb:post', 'fb:video'].map((tag) => ({ tag, from: ['{href}'], hasWords: true })),
    { tag: 'fb:page', from: ['{href}', `${FACEBOOK_PAGE}{href}`], hasWords: true },
    { tag: 'amp-facebook', from: ['{data-href}'] },
    { tag: 'amp-facebook-page', from: ['{data-href}', `${FACEBOOK_PAGE}{data-href}`] },
  ],
  shortcodes: { facebook: ['{url}', '{0}', '{content}'], fb: ['{url}', '{0}', '{content}'] },
}
