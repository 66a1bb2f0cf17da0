/**
 * Checks the types of an extension: a block that lacks page, AMP or feed does not compile. What only browsers
 * have is for islands, and code from text is for nobody. This keeps mistakes out, not malice: an extension is the
 * operator's own code.
 */
import { dirname, relative, resolve, sep } from 'node:path'
import ts from 'typescript'

const ROOT = dirname(import.meta.dirname)
const ISLAND = /\.island\.tsx$/
/** They reach everything by its name, or run text. */
const REFUSED = new Set(['eval', 'Function', 'globalThis'])
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
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  // A folder anywhere: it has no packages of its own.
  paths: {
    'szpalta/extension': [resolve(ROOT, 'src/extensions/extension.ts')],
    react: [resolve(ROOT, 'node_modules/@types/react')],
    'react/*': [resolve(ROOT, 'node_modules/@types/react/*')],
  },
}

/** @throws with file, line and column of every mistake */
export function checkExtension(site) {
  const program = ts.createProgram([resolve(site, 'extension.ts')], OPTIONS)
  const isOwn = ({ fileName }) => resolve(fileName).startsWith(site + sep)
  const files = program.getSourceFiles().filter(isOwn)
  const problems = [
    ...program.getOptionsDiagnostics().map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ...files.flatMap((file) => diagnosticsOf(program, file).map((diagnostic) => described(site, diagnostic))),
    ...files.flatMap((file) => reaches(program, file).map((node) => reach(site, file, node))),
  ]
  if (problems.length > 0) throw new Error(`the extension of ${site} does not compile:\n  ${problems.join('\n  ')}`)
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
      ? 'is of the browser: only an island (extension/*.island.tsx) may use it'
      : 'imports what no build can see: name the file'
  return `${placeOf(site, file, node.getStart(file))}: "${what}" ${remedy}`
}

/** Expressions that reach beyond the extension: names of the browser on the server, text as code, computed imports. */
function reaches(program, file) {
  const checker = program.getTypeChecker()
  const isIsland = ISLAND.test(file.fileName)
  const reached = []
  const isOfBrowser = (node) => {
    const declarations = checker.getSymbolAtLocation(node)?.declarations ?? []
    return (
      declarations.length > 0 &&
      declarations.every((one) => /[\\/]lib\.dom[^\\/]*\.d\.ts$/.test(one.getSourceFile().fileName))
    )
  }
  const visit = (node) => {
    if (ts.isTypeNode(node)) return
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      if (!ts.isStringLiteral(node.arguments[0] ?? node)) reached.push(node)
    } else if (ts.isIdentifier(node) && isValue(node)) {
      if (REFUSED.has(node.text) || (!isIsland && isOfBrowser(node))) reached.push(node)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return reached
}

/** A name on its own: not the property of something, which was reached by its name. */
function isValue(node) {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  return !(ts.isPropertyAssignment(parent) && parent.name === node) && !ts.isJsxAttribute(parent)
}
