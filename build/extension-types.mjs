/**
 * Checks the types of an extension: a block that lacks page, AMP or feed does not compile. What only browsers
 * have is for islands, and code from text is for nobody. This keeps mistakes out, not malice: an extension is the
 * operator's own code.
 */
import { basename, dirname, relative, resolve, sep } from 'node:path'
import ts from 'typescript'

const ROOT = dirname(import.meta.dirname)
const ISLAND = /\.island\.tsx?$/
/** They reach everything by its name, or run text. */
const REFUSED = new Set(['eval', 'Function', 'globalThis'])
/** Browsers and Node have them alike, and none reaches the network or the disk. */
const SHARED = new Set(
  'AbortController AbortSignal Blob TextDecoder TextEncoder URL URLSearchParams atob btoa console crypto performance structuredClone'.split(
    ' ',
  ),
)
const OPTIONS = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noUncheckedSideEffectImports: true,
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  // A folder anywhere: it has no packages of its own.
  paths: {
    'szpalta/extension': [resolve(ROOT, 'src/site/extension/extension.ts')],
    react: [resolve(ROOT, 'node_modules/@types/react')],
    'react/*': [resolve(ROOT, 'node_modules/@types/react/*')],
  },
}

/** What is wrong with an extension, for its author. */
export class ExtensionError extends Error {
  name = 'ExtensionError'
}

/** @throws {ExtensionError} with file, line and column of every mistake */
export function checkExtension({ site, file, folder }) {
  const program = ts.createProgram([file], OPTIONS)
  const isOwn = ({ fileName }) => resolve(fileName) === file || resolve(fileName).startsWith(folder + sep)
  const files = program.getSourceFiles().filter(isOwn)
  const problems = [
    ...program.getOptionsDiagnostics().map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ...files.flatMap((file) => diagnosticsOf(program, file).map((diagnostic) => described(site, diagnostic))),
    ...files.flatMap((file) => reaches(program, file).map((node) => reach(site, file, node))),
  ]
  if (problems.length > 0) {
    throw new ExtensionError(`the extension of ${site} does not compile:\n  ${problems.join('\n  ')}`)
  }
}

function diagnosticsOf(program, file) {
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
}

function described(site, { file, start = 0, messageText }) {
  return `${placeOf(site, file, start)}: ${ts.flattenDiagnosticMessageText(messageText, '\n    ')}`
}

function placeOf(site, file, position) {
  const { line, character } = file.getLineAndCharacterOfPosition(position)
  return `${relative(site, file.fileName)}:${line + 1}:${character + 1}`
}

function reach(site, file, node) {
  const what = node.getText(file).slice(0, 40)
  const remedy = REFUSED.has(what)
    ? 'an extension has no use for it'
    : ts.isIdentifier(node)
      ? 'is of the browser: only an island and its helpers (extension/*.island.ts, .tsx) may use it'
      : 'imports what no build can see: name the file'
  return `${placeOf(site, file, node.getStart(file))}: "${what}" ${remedy}`
}

/** Expressions that reach beyond the extension: names of the browser on the server, text as code, computed imports. */
function reaches(program, file) {
  const checker = program.getTypeChecker()
  const isIsland = ISLAND.test(file.fileName)
  const reached = []
  /** Files that declare the value of a name; types of the same name may be declared elsewhere too. */
  const declaredIn = (node) => {
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node)
    return (symbol?.declarations ?? [])
      .filter((one) => ts.isVariableDeclaration(one) || ts.isFunctionDeclaration(one))
      .map((one) => basename(one.getSourceFile().fileName))
  }
  const isRefused = (node) => {
    if (node.text === 'globalThis') return true
    const files = declaredIn(node)
    if (REFUSED.has(node.text)) return files.some((name) => name.startsWith('lib.'))
    return !isIsland && !SHARED.has(node.text) && files.some((name) => name.startsWith('lib.dom'))
  }
  const visit = (node) => {
    // A class extends a value.
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [path] = node.arguments
      if (!path || !ts.isStringLiteralLike(path)) reached.push(node)
    } else if (ts.isIdentifier(node) && isValue(node) && isRefused(node)) reached.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return reached
}

/** A name on its own: not the property of something, which was reached by its name, and not a key. */
function isValue(node) {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isBindingElement(parent)) return parent.propertyName !== node
  const isKey = 'name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent)
  return !isKey
}
