/** Local storage key of the list of ids that a reader has dismissed. */
export const DISMISSED_KEY = 'breaking'

/**
 * Hides a line that has ended or that the reader dismissed before anything is painted (BREAK-4, BREAK-6), and once more
 * when a document rendered in advance is shown. It runs inline, the same on every page, as the policy lists it by its
 * hash.
 */
export const breakingScript = `{const e=document.currentScript.parentNode,f=()=>{e.hidden=Date.now()>=e.dataset.until;try{e.hidden=e.hidden||JSON.parse(localStorage.getItem('${DISMISSED_KEY}')).includes(e.dataset.breaking)}catch(_){}};f();document.addEventListener('prerenderingchange',f)}`
