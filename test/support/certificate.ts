import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A key and a certificate that signs itself, in PEM. */
export interface Certificate {
  key: string
  cert: string
}

/** A certificate for `localhost` and the loopback address, made by OpenSSL. */
export async function selfSigned(name = 'localhost'): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`]
    const fresh = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    await promisify(execFile)('openssl', [...fresh, '-keyout', key, '-out', cert, ...subject])
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
