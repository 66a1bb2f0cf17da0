/** Local storage keys of what helps with reading: a text size, saved articles, places in texts. */
export const TEXT_SIZE_KEY = 'text-size'
export const SAVED_KEY = 'saved'
export const PLACES_KEY = 'places'

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

/**
 * Sets the reader's text size before the text is parsed (AID-1), and loads the module of the element that it stands in: at
 * once where this browser knows something of the page, else at the first interaction, so that a page costs nothing
 * before (docs/decisions/074). A click that comes earlier than the module is handed to it. Text, because it runs inline;
 * the same on every page, as the policy lists it by its hash.
 */
export const readingAidsScript = `(function(e){var d=document,c,l=function(){var u=e.dataset.module;if(u){e.dataset.module='';import(u).then(function(m){m.start(e,c)},function(){e.dataset.module=u})}};e.onclick=function(v){c=v.target;l()};['scroll','pointerdown','keydown'].forEach(function(n){addEventListener(n,l,{passive:true})});try{var s=localStorage,t=s.getItem('${TEXT_SIZE_KEY}'),r;if(/^1\\.\\d{1,3}$/.test(t)){r=new CSSStyleSheet;r.replaceSync('${TEXT_SCALE_RULE}');d.adoptedStyleSheets=[r];d.documentElement.style.setProperty('${TEXT_SCALE}',t)}if('now'in e.dataset||(s.getItem('${SAVED_KEY}')+s.getItem('${PLACES_KEY}')).includes(JSON.stringify(location.pathname)))l()}catch(_){}})(document.currentScript.parentNode)`
