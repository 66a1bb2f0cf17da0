import { jsonForScript } from '../../src/content/html/json-script.ts'

/** Path of the service worker, which the page's script registers. */
const WORKER_PATH = '/sw.js'

/**
 * Starts a page's module script (docs/decisions/016). Inline text, because the security policy allows it by hash: only
 * scripts that it adds may load further ones, never those in the markup. Comes last in the body, so that the module
 * finds the whole document. Under Trusted Types only these URLs can become scripts.
 * A document that is rendered in advance does not start its module before a reader sees it (NAV-2): nothing of it counts, asks,
 * stores or redirects until then. The module is fetched and parsed, and runs in the same moment.
 */
export function moduleLoader(url: string): string {
  const urls = jsonForScript([url, WORKER_PATH])
  return `{const a=${urls};self.trustedTypes?.createPolicy('default',{createScriptURL:u=>a.includes(u)?u:null});const f=()=>{const s=document.createElement('script');s.type='module';s.src=a[0];document.head.append(s)};document.prerendering?document.addEventListener('prerenderingchange',f):f()}`
}
