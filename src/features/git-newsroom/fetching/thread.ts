import { parentPort, workerData } from 'node:worker_threads'
import { fetchCommit } from './fetch-commit.ts'
import type { FetchOrder } from './messages.ts'

/** The thread's memory goes back (docs/decisions/140). */

const order: FetchOrder = workerData
void fetchCommit(order).then((fetched) => parentPort?.postMessage(fetched))
