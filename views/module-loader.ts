import { jsonForScript } from '../src/content/html/json-script.ts'

/** Address of the service worker, which the page's script registers. */
const WORKER_PATH = '/sw.js'

/**
 * Starts a page's module script (docs/decisions/016). Text, because the security policy names it by its hash: what this
 * adds may load more scripts, and nothing that merely stands in the document may. It stands at the end of the body, so
 * that the module finds the whole document. Where the policy asks for Trusted Types, no other address than these two can
 * become a script, whatever asks for it.
 */
export function moduleLoader(address: string): string {
  const addresses = jsonForScript([address, WORKER_PATH])
  return `{const a=${addresses};self.trustedTypes?.createPolicy('default',{createScriptURL:u=>a.includes(u)?u:null});const s=document.createElement('script');s.type='module';s.src=a[0];document.head.append(s)}`
}
