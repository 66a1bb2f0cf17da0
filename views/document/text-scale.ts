import type { VIEWS_API } from '../../src/content/most-read.ts'

export const TEXT_SIZE_KEY = 'text-size'
/** `views/styles/tokens.css` multiplies the sizes of an article's text by it. */
export const TEXT_SCALE = '--text-scale'

/** Written out, because with an import the bundler would keep the scripts in the module of text sizes. */
const VIEWS: typeof VIEWS_API = '/api/views'

/**
 * Notes a click that comes before the boot script, sets the text size before the text is parsed (AID-1), and reports a
 * view of a page that came in advance, whose request the server left out, once it is shown (READ-9): the reader may
 * leave before the boot script comes. A `deliveryType` is empty, `cache` or `navigational-prefetch`. Inline behind the
 * buttons; the policy has the text's hash.
 */
export const readingScript = `{const d=document,v=()=>navigator.sendBeacon('${VIEWS}'+location.pathname),n=performance.getEntriesByType('navigation')[0];d.currentScript.parentNode.onclick=function(e){this.clicked=e.target};d.prerendering?d.onprerenderingchange=v:(n?.activationStart||n?.deliveryType>'n')&&v();try{const s=localStorage['${TEXT_SIZE_KEY}'];s>1&&s<2&&d.documentElement.style.setProperty('${TEXT_SCALE}',s)}catch{}}`

/**
 * Loads the aids at once where this browser knows another version of the article (CORR-5): by the list of `REVISIONS_KEY`,
 * or by the worker's copy, which the worker replaces once the page is idle. Inline in the line about the revision.
 */
export const revisionScript = `{const l=document.currentScript.parentNode,p=JSON.stringify(location.pathname),d=()=>{const a=document.querySelector('[data-feature=reading]');if(a){a.dataset.now='';a.dispatchEvent(new Event('reading-due'))}else addEventListener('DOMContentLoaded',d,{once:!0})};try{const r=localStorage.getItem('revisions')||'';if(r.includes(p))r.includes('['+p+','+JSON.stringify(l.dataset.revision)+']')||d();else{l.keptCopy=caches.match(location.pathname,{cacheName:'articles'});l.keptCopy.then(c=>c&&d(),()=>{})}}catch{}}`
