/** Local storage key of the dismissed ids. */
export const DISMISSED_KEY = 'breaking'

/**
 * Hides a line that has ended or was dismissed before anything is painted (BREAK-4, BREAK-6). Inline and the same on
 * every page, because the policy lists its hash.
 */
export const breakingScript = `{const e=document.currentScript.parentNode,f=()=>{e.hidden=Date.now()>=e.dataset.until;try{e.hidden=e.hidden||JSON.parse(localStorage.getItem('${DISMISSED_KEY}')).includes(e.dataset.breaking)}catch(_){}};f();document.addEventListener('prerenderingchange',f)}`
