/** Local storage key of the lines of news that a reader has dismissed: a list of ids. */
export const DISMISSED_KEY = 'breaking'

/**
 * Hides a line that has ended or that the reader dismissed, before the browser knows what it contains: nothing is
 * painted, and nothing moves (BREAK-4, BREAK-6). Once more when a document that was rendered in advance is shown: the
 * line may have been dismissed meanwhile. Text, because it runs inline; the same on every page, as the policy
 * lists it by its hash.
 */
export const breakingScript = `{const e=document.currentScript.parentNode,f=()=>{e.hidden=Date.now()>=e.dataset.until;try{e.hidden=e.hidden||JSON.parse(localStorage.getItem('${DISMISSED_KEY}')).includes(e.dataset.breaking)}catch(_){}};f();document.addEventListener('prerenderingchange',f)}`
