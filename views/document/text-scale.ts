import type { VIEWS_API } from '../../src/content/most-read.ts'

export const TEXT_SIZE_KEY = 'text-size'
/** `views/styles/tokens.css` multiplies sizes by it. */
export const TEXT_SCALE = '--text-scale'

/** With an import the bundler would move the scripts. */
const VIEWS: typeof VIEWS_API = '/api/views'

/**
 * Notes an early click, sets the text size before the text (AID-1), and reports a shown prefetched page (READ-9) before
 * the reader can leave. A `deliveryType` is empty, `cache` or `navigational-prefetch`.
 */
export const readingScript = `{const d=document,v=()=>navigator.sendBeacon('${VIEWS}'+location.pathname),n=performance.getEntriesByType('navigation')[0];d.currentScript.parentNode.onclick=function(e){this.clicked=e.target};d.prerendering?d.onprerenderingchange=v:(n?.activationStart||n?.deliveryType>'n')&&v();try{const s=localStorage['${TEXT_SIZE_KEY}'];s>1&&s<2&&d.documentElement.style.setProperty('${TEXT_SCALE}',s)}catch{}}`

/**
 * Loads the aids at once where the browser knows another version (CORR-5), by `REVISIONS_KEY` or the worker's copy,
 * which an idle page replaces.
 */
export const revisionScript = `{const l=document.currentScript.parentNode,p=JSON.stringify(location.pathname),d=()=>{const a=document.querySelector('[data-feature=reading]');if(a){a.dataset.now='';a.dispatchEvent(new Event('reading-due'))}else addEventListener('DOMContentLoaded',d,{once:!0})};try{const r=localStorage.getItem('revisions')||'';if(r.includes(p))r.includes('['+p+','+JSON.stringify(l.dataset.revision)+']')||d();else{l.keptCopy=caches.match(location.pathname,{cacheName:'articles'});l.keptCopy.then(c=>c&&d(),()=>{})}}catch{}}`
