import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { parseAllDocuments, parse as parseYaml } from 'yaml'
import * as z from 'zod'
import { ROOT } from './root.ts'

export const text = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8')
export const yaml = async (path: string): Promise<unknown> => parseYaml(await text(path), { merge: true })

export const names = z.record(z.string(), z.unknown())
const container = z.object({
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
  startupProbe: z.object({ httpGet: z.object({ path: z.string() }) }),
  livenessProbe: z.object({ httpGet: z.object({ path: z.string() }) }),
  readinessProbe: z.object({ httpGet: z.object({ path: z.string() }) }),
  lifecycle: z.object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
  securityContext: z.unknown(),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
})
const podOwner = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        automountServiceAccountToken: z.boolean(),
        securityContext: z.unknown(),
        containers: z.tuple([container]),
      }),
    }),
  }),
})
export const kubernetesObject = z.looseObject({ apiVersion: z.string(), kind: z.string() })

export async function kubernetes(file: string) {
  const documents = parseAllDocuments(await text(`deploy/kubernetes/${file}`))
  for (const { errors } of documents) for (const error of errors) throw error
  return documents.map((document) => kubernetesObject.parse(document.toJS()))
}
export const podsOf = async (file: string) => {
  const owner = (await kubernetes(file)).find(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
  return podOwner.parse(owner).spec.template.spec
}

const composeService = z.object({
  image: z.string(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.array(z.string()).optional(),
  healthcheck: z.object({ test: z.tuple([z.literal('CMD')], z.string()) }),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  mem_limit: z.string(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  tmpfs: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
  command: z.array(z.string()).optional(),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))]).optional(),
})
export const compose = async () =>
  z.object({ services: z.record(z.string(), composeService) }).parse(await yaml('deploy/compose.yaml'))

export const fly = async () =>
  z
    .strictObject({
      app: z.string(),
      primary_region: z.string(),
      kill_signal: z.enum(['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGKILL', 'SIGSTOP']),
      kill_timeout: z.string().regex(/^\d+s$/),
      build: z.strictObject({ dockerfile: z.string() }),
      env: z.record(z.string(), z.string()),
      mounts: z.array(z.strictObject({ source: z.string(), destination: z.string().startsWith('/') })),
      http_service: z.strictObject({
        internal_port: z.number(),
        force_https: z.boolean(),
        auto_stop_machines: z.enum(['off', 'stop', 'suspend']),
        auto_start_machines: z.boolean(),
        min_machines_running: z.number(),
        concurrency: z.strictObject({
          type: z.enum(['requests', 'connections']),
          soft_limit: z.number(),
          hard_limit: z.number(),
        }),
        checks: z.array(
          z.strictObject({
            method: z.string(),
            path: z.string(),
            interval: z.string(),
            timeout: z.string(),
            grace_period: z.string(),
          }),
        ),
      }),
      vm: z.array(z.strictObject({ size: z.string(), memory: z.string() })),
    })
    .parse(parseToml(await text('deploy/fly.toml')))

export const render = async () =>
  z
    .strictObject({
      services: z.tuple([
        z.strictObject({
          type: z.literal('web'),
          name: z.string(),
          runtime: z.literal('node'),
          plan: z.enum(['starter', 'standard', 'pro', 'pro plus', 'pro max', 'pro ultra']),
          region: z.enum(['oregon', 'ohio', 'virginia', 'frankfurt', 'singapore']),
          buildCommand: z.string(),
          startCommand: z.string(),
          healthCheckPath: z.string(),
          maxShutdownDelaySeconds: z.number().min(1).max(300),
          disk: z.strictObject({ name: z.string(), mountPath: z.string(), sizeGB: z.number() }),
          envVars: z.array(
            z.strictObject({
              key: z.string(),
              value: z.string().optional(),
              sync: z.literal(false).optional(),
              generateValue: z.literal(true).optional(),
              fromService: z
                .strictObject({
                  type: z.literal('keyvalue'),
                  name: z.string(),
                  property: z.literal('connectionString'),
                })
                .optional(),
              fromDatabase: z.strictObject({ name: z.string(), property: z.literal('connectionString') }).optional(),
            }),
          ),
        }),
        z.strictObject({
          type: z.literal('keyvalue'),
          name: z.string(),
          plan: z.enum(['free', 'starter', 'standard', 'pro', 'pro plus']),
          region: z.string(),
          maxmemoryPolicy: z.enum(['allkeys-lru', 'noeviction', 'volatile-lru']),
          ipAllowList: z.array(z.never()),
        }),
      ]),
      databases: z.tuple([
        z.strictObject({ name: z.string(), plan: z.string(), region: z.string(), ipAllowList: z.array(z.never()) }),
      ]),
    })
    .parse(await yaml('render.yaml'))

export const heroku = async () =>
  z
    .object({
      env: z.record(
        z.string(),
        z.object({ value: z.string().optional(), required: z.boolean().optional(), description: z.string() }),
      ),
      addons: z.array(z.object({ plan: z.string() })),
    })
    .parse(JSON.parse(await text('app.json')))
export const dokku = async () =>
  z
    .object({
      healthchecks: z.object({
        web: z.tuple([
          z.strictObject({
            type: z.enum(['startup', 'liveness', 'readiness']),
            name: z.string(),
            path: z.string(),
            initialDelay: z.number(),
            wait: z.number(),
            timeout: z.number(),
            attempts: z.number(),
          }),
        ]),
      }),
    })
    .parse(JSON.parse(await text('deploy/dokku/app.json')))
