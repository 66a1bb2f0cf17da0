import { jsonForScript } from '../../src/content/html/json-script.ts'

const WORKER_PATH = '/sw.js'

/**
 * The security policy allows the inline text by hash, and only scripts that it adds may load further ones
 * (docs/decisions/016). Under Trusted Types only these URLs can become scripts. A document rendered in advance starts
 * its module when a reader sees it (NAV-2).
 */
export function moduleLoader(url: string): string {
  const urls = jsonForScript([url, WORKER_PATH])
  return `{const a=${urls};self.trustedTypes?.createPolicy('default',{createScriptURL:u=>a.includes(u)?u:null});const f=()=>{const s=document.createElement('script');s.type='module';s.src=a[0];document.head.append(s)};document.prerendering?document.addEventListener('prerenderingchange',f):f()}`
}
