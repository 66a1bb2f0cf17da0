import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fetchPackage } from './npm-package.ts'

const run = promisify(execFile)
const MAX_OUTPUT = 64 * 1024 * 1024

/** The folders that Debian has moved below `/usr`. */
const MERGED = ['bin', 'lib', 'lib64', 'sbin']
/** What images of Debian are made of, as far as these steps use it. */
const LIBRARIES = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6', 'gcc-12-base']
/** As the list of distroless' `cc` image has it. */
const DISTROLESS = [...LIBRARIES, 'netbase', 'tzdata', 'ca-certificates', 'libssl3', 'libgomp1']
const SHELL = ['dash', 'coreutils', 'libacl1', 'libattr1', 'libselinux1', 'libpcre2-8-0', 'libgmp10']
const NPM = 'npm@11.19.1'

/** An empty root with Debian's packages unpacked in it, nothing configured. */
async function unpackDebian(root: string, packages: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'debian-'))
  await mkdir(join(root, 'usr'), { recursive: true })
  for (const name of MERGED) {
    await mkdir(join(root, 'usr', name), { recursive: true })
    await symlink(`usr/${name}`, join(root, name))
  }
  try {
    await run('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', ...packages], { cwd: folder })
    for (const archive of await readdir(folder)) {
      const unpack = 'dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink -C "$2"'
      await run('sh', ['-c', unpack, 'sh', join(folder, archive), root], { maxBuffer: MAX_OUTPUT })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function unpackNpm(spec: string, target: string): Promise<void> {
  const fetched = await fetchPackage(spec)
  if (!fetched) throw new Error(`${spec} cannot be fetched`)
  await cp(fetched.folder, target, { recursive: true })
  await fetched.remove()
}

/** What stands for an image that cannot be pulled here: the same programs, from Debian and npm. */
export async function baseRoot(image: string, root: string): Promise<void> {
  const version = /^node:(\d+\.\d+\.\d+)-bookworm-slim$/.exec(image)?.[1]
  if (version !== undefined) {
    await unpackDebian(root, [...LIBRARIES, ...SHELL])
    await mkdir(join(root, 'usr/local/bin'), { recursive: true })
    const packed = join(root, 'usr/local/node')
    await unpackNpm(`node-linux-${process.arch}@${version}`, packed)
    await cp(join(packed, 'bin/node'), join(root, 'usr/local/bin/node'))
    await rm(packed, { recursive: true })
    await unpackNpm(NPM, join(root, 'usr/local/lib/node_modules/npm'))
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
    await mkdir(join(root, 'root'), { recursive: true })
    await mkdir(join(root, 'tmp'), { recursive: true })
    return
  }
  if (image !== 'gcr.io/distroless/cc-debian12:nonroot') throw new Error(`${image} is not known here`)
  await unpackDebian(root, DISTROLESS)
  await writeFile(join(root, 'etc/passwd'), 'nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n')
  await mkdir(join(root, 'tmp'), { recursive: true })
}
