import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { DockerfileParser, type Instruction, ModifiableInstruction } from 'dockerfile-ast'
import * as z from 'zod'
import { baseRoot } from './image-root.ts'
import { ROOT } from './root.ts'

const run = promisify(execFile)
const MAX_OUTPUT = 64 * 1024 * 1024
/** Of the stage that builds, nothing of which but the build is in the image. */
const DEVELOPMENT_PACKAGES = 'npm ci --include=dev'

/** The container's configuration in the last stage. */
export interface ImageConfig {
  folder: string
  user: string
  volumes: string[]
  environment: Record<string, string>
  labels: Record<string, string>
  stopSignal: string
  healthCheck: string[]
  command: string[]
}

export interface BuiltImage extends ImageConfig {
  /** Folder of its files. */
  root: string
  remove(): Promise<void>
}

interface Stage {
  root: string
  config: ImageConfig
}

/** Makes the mounts that a container has in a namespace of their own, then runs a command in the root. */
export const IN_ROOT = `
root=$1; shift
mount --bind "$root" "$root"
mkdir -p "$root/proc" "$root/dev"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
`

/**
 * Carries out the steps of a Dockerfile without Docker: base images from Debian's packages and npm's, COPY as copies, RUN
 * in the stage's root. Needs root and Debian's tools.
 */
export async function buildImage(dockerfile: string): Promise<BuiltImage> {
  const folder = await mkdtemp(join(tmpdir(), 'image-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const stages = new Map<string, Stage>()
    const bases = new Map<string, Promise<string>>()
    /** Unpacks an image once; further stages from it have the same files by hard links, which no step writes into. */
    const based = async (image: string, root: string): Promise<void> => {
      let base = bases.get(image)
      if (!base) {
        const own = join(folder, `base-${bases.size}`)
        base = baseRoot(image, own).then(() => own)
        bases.set(image, base)
      }
      await run('cp', ['-al', await base, root])
    }
    const parameters: Record<string, string> = {}
    let stage: Stage | undefined
    for (const instruction of DockerfileParser.parse(await readFile(dockerfile, 'utf8')).getInstructions()) {
      const keyword = instruction.getKeyword()
      if (keyword === 'ARG') Object.assign(parameters, assignments(instruction))
      else if (keyword === 'FROM') {
        const [image = '', , name = String(stages.size)] = words(instruction, parameters)
        stage = { root: join(folder, `stage-${stages.size}`), config: emptyConfig() }
        stages.set(name, stage)
        await based(image, stage.root)
      } else if (stage) await carryOut(instruction, stage, stages, parameters)
    }
    if (!stage) throw new Error('no stage')
    for (const { root } of stages.values()) if (root !== stage.root) await rm(root, { recursive: true, force: true })
    return { ...stage.config, root: stage.root, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function carryOut(
  instruction: Instruction,
  { root, config }: Stage,
  stages: ReadonlyMap<string, Stage>,
  parameters: Record<string, string>,
): Promise<void> {
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      config.folder = resolve(config.folder, words(instruction, parameters)[0] ?? '')
      await mkdir(join(root, config.folder), { recursive: true })
      return
    case 'COPY':
      return copy(instruction, root, config.folder, stages)
    case 'RUN':
      return runStep(instruction, root, config)
    case 'ENV':
      Object.assign(config.environment, assignments(instruction))
      return
    case 'LABEL':
      Object.assign(config.labels, assignments(instruction))
      return
    case 'USER':
      config.user = words(instruction, parameters)[0] ?? ''
      return
    case 'VOLUME':
      config.volumes = listOf(instruction)
      return
    case 'STOPSIGNAL':
      config.stopSignal = words(instruction, parameters)[0] ?? ''
      return
    case 'CMD':
      config.command = listOf(instruction)
      return
    case 'HEALTHCHECK':
      config.healthCheck = listOf(instruction)
      return
    case 'EXPOSE':
      return
    default:
      throw new Error(`${instruction.getKeyword()} is not known here`)
  }
}

async function copy(
  instruction: Instruction,
  root: string,
  folder: string,
  stages: ReadonlyMap<string, Stage>,
): Promise<void> {
  const paths = instruction.getArguments().map((argument) => argument.getValue())
  const target = join(root, resolve(folder, paths.pop() ?? ''))
  const flags = flagsOf(instruction)
  const from = flags.from === undefined ? undefined : stages.get(flags.from)
  const toFolder = paths.length > 1 || paths[0] === '.' || paths[0]?.endsWith('/')
  const sources =
    from !== undefined
      ? paths.map((path) => join(from.root, path))
      : (await context(paths)).map((path) => join(ROOT, path))
  await mkdir(dirname(target), { recursive: true })
  for (const source of sources) {
    const to = toFolder ? join(target, source.slice(source.lastIndexOf('/') + 1)) : target
    await run('cp', ['-a', source, to])
    if (flags.chown === undefined) continue
    const [user, group] = flags.chown.split(':').map(Number)
    await chown(to, user ?? 0, group ?? 0)
  }
}

/**
 * Names of the build context after `.dockerignore`, which excludes everything and then includes names of the project's
 * folder.
 */
async function context(paths: readonly string[]): Promise<string[]> {
  const lines = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n').filter((line) => /^[^#\s]/.test(line))
  if (lines[0] !== '*' || lines.slice(1).some((line) => !/^![\w.-]+$/.test(line))) {
    throw new Error('.dockerignore has another form')
  }
  const allowed = new Set(lines.slice(1).map((line) => line.slice(1)))
  if (paths.length === 1 && paths[0] === '.') return (await readdir(ROOT)).filter((name) => allowed.has(name))
  const outside = paths.filter((path) => !allowed.has(path.split('/', 1)[0] ?? ''))
  if (outside.length > 0) throw new Error(`not in the context: ${outside.join()}`)
  return [...paths]
}

async function runStep(instruction: Instruction, root: string, config: ImageConfig): Promise<void> {
  const cache = await setting('cache')
  const script = `set -eu${IN_ROOT}
mkdir -p "$root/root/.npm" "$root/etc/ssl/certs"
mount --bind ${cache} "$root/root/.npm"
for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do
  touch "$root$file"; mount --bind "$(realpath "$file")" "$root$file"
done
exec unshare --root="$root" --wd=${config.folder} /bin/sh -c "$1"`
  const command = instruction
    .getArguments()
    .map((argument) => argument.getValue())
    .filter((word) => !word.startsWith('--mount='))
    .join(' ')
  if (command === DEVELOPMENT_PACKAGES) return linkPackages(root, config.folder)
  const env = {
    ...config.environment,
    // Where nothing names an architecture, this machine's.
    TARGETARCH: '',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    npm_config_registry: await setting('registry'),
    npm_config_cafile: '/etc/ssl/certs/ca-certificates.crt',
    npm_config_prefer_offline: 'true',
  }
  await run('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', root, command], {
    env,
    maxBuffer: MAX_OUTPUT,
  })
}

/**
 * The packages of the project itself, which `npm ci` installed from the same lock file: a minute less than to install them again.
 * Those of production, which are in the image, are installed by npm.
 */
async function linkPackages(root: string, folder: string): Promise<void> {
  const target = join(root, folder, 'node_modules')
  const source = join(ROOT, 'node_modules')
  // Files are linked where both folders are on one file system.
  await run('cp', ['-al', source, target]).catch(async () => {
    await rm(target, { recursive: true, force: true })
    await run('cp', ['-a', source, target])
  })
  await rm(join(target, '.cache'), { recursive: true, force: true })
}

/** Of this machine's npm. */
async function setting(name: string): Promise<string> {
  return (await run('npm', ['config', 'get', name], { cwd: tmpdir() })).stdout.trim()
}

function emptyConfig(): ImageConfig {
  return {
    folder: '/',
    user: '0:0',
    volumes: [],
    environment: {},
    labels: {},
    stopSignal: '',
    healthCheck: [],
    command: [],
  }
}

/** The JSON list that ends an instruction: the only form that these steps take for a command. */
function listOf(instruction: Instruction): string[] {
  const [list = ''] = /\[.*\]$/s.exec(instruction.getArgumentsContent() ?? '') ?? []
  return z.array(z.string()).parse(JSON.parse(list))
}

function words(instruction: Instruction, parameters: Record<string, string>): string[] {
  return instruction
    .getArguments()
    .map((argument) => argument.getValue().replace(/\$\{(\w+)\}/g, (_whole, name: string) => parameters[name] ?? ''))
}

function assignments(instruction: Instruction): Record<string, string> {
  const text = instruction.getArgumentsContent()?.replaceAll(/\\\n\s*/g, ' ') ?? ''
  const pairs = [...text.matchAll(/([\w.-]+)=(?:"([^"]*)"|(\S+))/g)]
  return Object.fromEntries(pairs.map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']))
}

function flagsOf(instruction: Instruction): Record<string, string> {
  if (!(instruction instanceof ModifiableInstruction)) return {}
  return Object.fromEntries(instruction.getFlags().map((flag) => [flag.getName(), flag.getValue() ?? '']))
}
