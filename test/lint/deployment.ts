import { parse } from 'yaml'
import * as z from 'zod'
import { type Check, differences, type Fault, lineAt, read, unless } from './project.ts'

const ALERTS = 'deploy/observability/alerts.yaml'
const DASHBOARD = 'deploy/observability/dashboard.json'
const HANDBOOK = 'docs/handbook.md'
const OPERATORS_ROUTES = 'route!~"/healthz|/readyz|/version|/metrics|/ops/.*"'
const CONNECTOR = 'deploy/wordpress/szpalta.php'

const alertsFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({ alert: z.string().optional(), annotations: z.object({ runbook: z.string() }).optional() }),
      ),
    }),
  ),
})

/** A selector without the operator's routes, and one that Prometheus would take without any selector. */
function ratiosWithOperators(): Fault[] {
  const selectors = [ALERTS, DASHBOARD].flatMap((file) =>
    [
      ...read(file)
        .replaceAll('\\"', ' "')
        .matchAll(/szpalta_answer_seconds_\w+(?:\{[^}]*\}|\[)/g),
    ].map(({ 0: selector, index }) => ({
      file,
      line: lineAt(read(file), index),
      selector: selector.replaceAll(' "', '"'),
    })),
  )
  return [
    ...unless(selectors.length > 20, ALERTS, 'fewer than 20 selectors of responses'),
    ...selectors
      .filter(({ selector }) => !selector.includes(OPERATORS_ROUTES))
      .map(({ file, line, selector }) => ({ file, line, problem: `${selector} counts the operator's routes` })),
  ]
}

function handbook(): Fault[] {
  const text = read(HANDBOOK)
  const alarms = alertsFile
    .parse(parse(read(ALERTS)))
    .groups.flatMap(({ rules }) => rules)
    .flatMap(({ alert, annotations }) => (alert === undefined ? [] : [{ alert, runbook: annotations?.runbook }]))
  const part = text.slice(text.indexOf('\n## Alarms'), text.indexOf('\n## Figures'))
  const sections = [...part.matchAll(/^### (\S+)$/gm)].map(([, name = '']) => name)
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, name = '']) => name.toLowerCase().replaceAll(' ', '-'))
  const names = alarms.map(({ alert }) => alert)
  return [
    ...unless(alarms.length > 10, ALERTS, 'fewer than ten alarms'),
    ...differences(HANDBOOK, sections, names),
    ...unless(sections.join() === names.join(), HANDBOOK, 'its alarms are in another order'),
    ...alarms
      .filter(({ alert, runbook }) => runbook !== `${HANDBOOK}#${alert.toLowerCase()}`)
      .map(({ alert }) => ({
        file: ALERTS,
        line: lineAt(read(ALERTS), read(ALERTS).indexOf(`alert: ${alert}`)),
        problem: `${alert} leads to another section`,
      })),
    ...part
      .split(/^### /m)
      .slice(1)
      .filter((section) => !section.includes('**Do:**'))
      .map((section) => ({
        file: HANDBOOK,
        line: lineAt(text, text.indexOf(`### ${section}`)),
        problem: 'does not say what to do',
      })),
    ...[...text.matchAll(/\]\(#([^)]+)\)/g)]
      .filter(([, target = '']) => !headings.includes(target))
      .map(({ 1: target, index }) => ({ file: HANDBOOK, line: lineAt(text, index), problem: `no heading #${target}` })),
  ]
}

/** Of PHP 8: match, the nullsafe operator, attributes, promoted and readonly properties, union types. */
const PHP_8 = /\bmatch\s*\(|\?->|#\[|\breadonly\b|\b(?:int|string|array|bool)\|/
const HEADER = ['Requires at least: 6.1\n', 'Requires PHP:      7.4\n', 'License:           MIT\n']
function connector(): Fault[] {
  const text = read(CONNECTOR)
  const newer = PHP_8.exec(text)
  return [
    ...HEADER.flatMap((line) => unless(text.includes(line), CONNECTOR, `has no line ${line.trim()}`)),
    ...(newer ? [{ file: CONNECTOR, line: lineAt(text, newer.index), problem: `${newer[0]} is of PHP 8` }] : []),
  ]
}

export const DEPLOYMENT_CHECKS: Check[] = [
  {
    name: 'OBS-40: no ratio has the operator’s routes in it, which succeed while pages fail',
    faults: ratiosWithOperators,
  },
  { name: 'OBS-36: every alarm has its section in the handbook, and every section an alarm', faults: handbook },
  {
    name: 'the connector says which WordPress and PHP it needs, keeps to the syntax of PHP 7.4, and has a licence',
    faults: connector,
  },
]
