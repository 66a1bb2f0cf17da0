/**
 * Asks for the copy that the service worker keeps of the page as soon as the line about revisions is parsed: the worker
 * replaces it once the page is idle, which may be before the line's module has come (CORR-5). `keptCopy` of the line is
 * the promise. Text, because it runs inline; the same on every page, as the policy lists it by its hash.
 */
export const keptCopyScript = `try{document.currentScript.parentNode.keptCopy=caches.match(location.pathname,{cacheName:'articles'})}catch(_){}`
