import { parentPort, workerData } from 'node:worker_threads'
import { checkExtension, ExtensionError } from '../build/extension-types.mjs'

try {
  checkExtension(workerData)
} catch (error) {
  if (!(error instanceof ExtensionError)) throw error
  parentPort?.postMessage(error.message)
}
