/** Local storage keys of what helps with reading: a text size, saved articles, places in texts. */
export const TEXT_SIZE_KEY = 'text-size'
export const SAVED_KEY = 'saved'
export const PLACES_KEY = 'places'
/** Which revision of an article this browser has shown last. */
export const REVISIONS_KEY = 'revisions'

/** Property of the document's element; absent: texts have their usual size. */
export const TEXT_SCALE = '--text-scale'

/** Sizes of the type scale in texts, as `views/styles/tokens.css` has them; body text is that of the style sheet. */
const SIZES = {
  'font-size': '1.1875rem',
  '--size-1': '.8125rem',
  '--size-2': '.9375rem',
  '--size-3': '1.0625rem',
  '--size-4': '1.25rem',
  '--size-5': 'clamp(1.375rem,1.2rem + .7vw,1.75rem)',
} as const

/** A style sheet of its own, which only readers with another size than the usual one have. */
export const TEXT_SCALE_RULE = `.article-body{${Object.entries(SIZES)
  .map(([name, size]) => `${name}:calc(${size}*var(${TEXT_SCALE}))`)
  .join(';')}}`

/** Steps of the inline script below, in its own short names: `e` is its element, `l` loads the module. */
const STEPS = [
  'var d=document,p=JSON.stringify(location.pathname),v=(e.closest("[data-article]")||e).querySelector("[data-revision]")',
  // Not before the document is parsed: its last script says which scripts Trusted Types allow.
  'l=function(){var u=e.dataset.module,s;if(d.readyState==="loading")d.addEventListener("DOMContentLoaded",l);else if(u){e.dataset.module="";s=d.createElement("script");s.type="module";s.src=u;s.onerror=function(){e.dataset.module=u};d.head.append(s)}}',
  'e.onclick=function(c){e.clicked=c.target;l()}',
  '["scroll","pointerdown","keydown"].forEach(function(n){addEventListener(n,l,{passive:true})})',
] as const
/** These may throw where storage is forbidden: the last ones. */
const FROM_STORAGE = [
  `var s=localStorage,t=s.getItem('${TEXT_SIZE_KEY}'),r=s.getItem('${REVISIONS_KEY}')+''`,
  `if(/^1\\.\\d{1,3}$/.test(t)){var c=new CSSStyleSheet;c.replaceSync('${TEXT_SCALE_RULE}');d.adoptedStyleSheets=[c];d.documentElement.style.setProperty('${TEXT_SCALE}',t)}`,
  `if("now"in e.dataset||(s.getItem('${SAVED_KEY}')+' '+s.getItem('${PLACES_KEY}')).includes(p))l()`,
  // The worker replaces the copy once the page is idle: this is before.
  'if(v)if(!r.includes(p))(v.keptCopy=caches.match(location.pathname,{cacheName:"articles"})).then(function(k){k&&l()},function(){});else if(!r.includes("["+p+","+JSON.stringify(v.dataset.revision)+"]"))l()',
] as const

/**
 * Sets the reader's text size before the text is parsed (AID-1), and loads the module of the element that it stands in: at
 * once where this browser knows something of the page, else at the first interaction, so that a page costs nothing
 * before (docs/decisions/074). What knows of the page is a list of saved articles, a place in it, and another revision that
 * was read, by its own memory or by the copy that the worker keeps (CORR-5). A click that comes earlier than the module
 * waits for it as `clicked`. Text, because it runs inline; the same on every page, as the policy lists it by its hash.
 */
export const readingAidsScript = `(function(e,l){${STEPS.join(';')};try{${FROM_STORAGE.join(';')}}catch(_){}})(document.currentScript.parentNode)`
