/** Jest runs TypeScript as native ES modules. */
export default {
  rootDir: '.',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  globalSetup: '<rootDir>/test/support/fetch-amp-validator.mjs',
  testEnvironment: '<rootDir>/test/support/environment.cjs',
  moduleNameMapper: { '^jsdom$': '<rootDir>/test/support/jsdom.cjs' },
  transform: {
    '^.+\\.tsx?$': ['ts-jest', { useESM: true, tsconfig: 'tsconfig.json', diagnostics: false }],
  },
  // Modules of the tests' own loader are never given back: a process that holds this much makes room for a new one.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 20_000,
  // A test that failed may have left a server open; the run must end all the same.
  forceExit: true,
}
