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
/** Those whose files share workers, or run one by one. */
const RUNNERS = {
  unit: 'shared-worker.cjs',
  portals: 'shared-portal-worker.cjs',
  alone: 'one-at-a-time.cjs',
}

export default {
  projects: Object.entries(testKinds()).map(([displayName, testMatch]) => ({
    ...shared,
    displayName,
    testMatch,
    ...(RUNNERS[displayName] && { runner: `${runner}/${RUNNERS[displayName]}` }),
  })),
  maxWorkers: '100%',
  // A process is not used again: no file sees what another one left.
  workerIdleMemoryLimit: 0,
  workerGracefulExitTimeout: 10_000,
  // Ends what hangs; a busy machine needs several times as long as a quiet one.
  testTimeout: 120_000,
  // A test that failed may have left a server open; the run must end all the same.
  forceExit: true,
}
