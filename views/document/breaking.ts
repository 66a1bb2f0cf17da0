export const DISMISSED_KEY = 'breaking'

/**
 * Hides an ended or dismissed line before the first paint (BREAK-4, BREAK-6). Every page has the same, as the policy
 * has its hash.
 */
export const breakingScript = `{const e=document.currentScript.parentNode,f=()=>{e.hidden=Date.now()>=e.dataset.until;try{e.hidden=e.hidden||JSON.parse(localStorage.getItem('${DISMISSED_KEY}')).includes(e.dataset.breaking)}catch(_){}};f();document.addEventListener('prerenderingchange',f)}`
