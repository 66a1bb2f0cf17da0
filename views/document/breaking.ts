/** Local storage key. */
export const DISMISSED_KEY = 'breaking'

/**
 * Hides a line that ended or was dismissed before the first paint (BREAK-4, BREAK-6). The same on every page, because
 * the policy has its hash.
 */
export const breakingScript = `{const e=document.currentScript.parentNode,f=()=>{e.hidden=Date.now()>=e.dataset.until;try{e.hidden=e.hidden||JSON.parse(localStorage.getItem('${DISMISSED_KEY}')).includes(e.dataset.breaking)}catch(_){}};f();document.addEventListener('prerenderingchange',f)}`
