import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Parser from '@actions/workflow-parser'
import { build } from 'esbuild'
import * as z from 'zod'
import { text, yaml } from '../support/manifests.ts'
import { ROOT } from '../support/root.ts'

const step = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
})
const job = z.object({
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  permissions: z.record(z.string(), z.enum(['read', 'write', 'none'])).optional(),
  steps: z.array(step),
  'timeout-minutes': z.number(),
})
const workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), job),
})
/** The parser of GitHub's own editor, which is made for bundlers: Node does not load its JSON as it is. */
let parser: typeof Parser
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'workflow-parser-'))
  const outfile = join(folder, 'parser.cjs')
  const contents = `export { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'`
  await build({
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile,
  })
  parser = await import(pathToFileURL(outfile).href)
  await rm(folder, { recursive: true })
})

const problemsOf = (name: string, content: string): string[] => {
  const { NoOperationTraceWriter, parseWorkflow } = parser
  const { context } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  return context.errors.getErrors().map(({ message }) => message)
}

test('REL-13 every workflow is one by the parser of its makers', async () => {
  const files = (await readdir(join(ROOT, '.github/workflows'))).sort()
  expect(files).toContain('release.yml')
  for (const file of files) {
    const content = await text(`.github/workflows/${file}`)
    expect([file, problemsOf(file, content)]).toEqual([file, []])
    expect(problemsOf(file, content.replace('runs-on:', 'runs-of:'))).not.toEqual([])
  }
})

test('REL-13 a job has the rights that it needs and no others, and every step is bounded', async () => {
  const { permissions, jobs } = workflow.parse(await yaml('.github/workflows/release.yml'))
  expect(permissions).toEqual({ contents: 'read' })
  expect(Object.fromEntries(Object.entries(jobs).map(([name, one]) => [name, one.permissions ?? {}]))).toEqual({
    make: {},
    package: { contents: 'read', 'id-token': 'write' },
    image: { contents: 'read', packages: 'write', 'id-token': 'write' },
    notes: { contents: 'write' },
  })
  for (const [name, one] of Object.entries(jobs)) expect([name, one['timeout-minutes'] <= 60]).toEqual([name, true])
})

test('REL-13 what is published is what `npm run release` made, with provenance and a signature', async () => {
  const { jobs } = workflow.parse(await yaml('.github/workflows/release.yml'))
  const commands = (name: string): string => (jobs[name]?.steps ?? []).map(({ run = '' }) => run).join('\n')
  expect(commands('make')).toContain('npm run release')
  for (const name of ['package', 'image']) {
    expect(jobs[name]?.needs).toBe('make')
    expect(commands(name)).toContain('sha256sum --check --strict SHA256SUMS')
  }
  expect(commands('package')).toContain('npm publish "$file" --provenance --access public')
  expect(commands('image')).toMatch(/cosign sign --yes "\$IMAGE@\$DIGEST"/)
  expect(commands('image')).toMatch(/cosign attest --yes --type cyclonedx/)
  const built = jobs.image?.steps.find(({ uses }) => uses?.startsWith('docker/build-push-action'))
  expect(built?.with).toMatchObject({ platforms: 'linux/amd64,linux/arm64', provenance: 'mode=max', sbom: true })
})

test('REL-13 every action has a version', async () => {
  const { jobs } = workflow.parse(await yaml('.github/workflows/release.yml'))
  const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
  expect(used.length).toBeGreaterThan(5)
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@(?:v\d+(?:\.\d+)*|[0-9a-f]{40})$/)
})
