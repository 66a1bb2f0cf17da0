import { testKinds } from './test/support/runner/kinds.mjs'

/** Files of TypeScript run as native modules, each in a process of its own (docs/decisions/042). */
const runner = '<rootDir>/test/support/runner'
const shared = {
  rootDir: '.',
  roots: ['<rootDir>/test'],
  globalSetup: `${runner}/set-up.mjs`,
  globalTeardown: `${runner}/tear-down.mjs`,
  testEnvironment: `${runner}/environment.cjs`,
  runtime: `${runner}/runtime.cjs`,
  transform: {},
}
const { unit, portals, together, alone } = testKinds()

export default {
  projects: [
    { ...shared, displayName: 'unit', testMatch: unit, runner: `${runner}/shared-worker.cjs` },
    { ...shared, displayName: 'portals', testMatch: portals, runner: `${runner}/shared-portal-worker.cjs` },
    { ...shared, displayName: 'together', testMatch: together },
    { ...shared, displayName: 'alone', testMatch: alone, runner: `${runner}/one-at-a-time.cjs` },
  ],
  maxWorkers: '100%',
  // A process is not used again: no file sees what another one left.
  workerIdleMemoryLimit: 0,
  workerGracefulExitTimeout: 10_000,
  // Ends what hangs; a busy machine needs several times as long as a quiet one.
  testTimeout: 120_000,
  // A test that failed may have left a server open; the run must end all the same.
  forceExit: true,
}
