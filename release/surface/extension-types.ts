import { join, sep } from 'node:path'
import ts from 'typescript'
import type { Shapes } from './shapes.ts'

const ENTRY = 'src/site/extension/extension.ts'
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}
const printer = ts.createPrinter({ removeComments: true })

/**
 * What `szpalta/extension` exports, and the project's own types that those name: a line for each function, alias and
 * member of an interface.
 * @param root the project's folder
 */
export function extensionTypes(root: string): Shapes {
  const program = ts.createProgram([join(root, ENTRY)], OPTIONS)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(join(root, ENTRY))
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${ENTRY} exports nothing`)
  const shapes: Shapes = {}
  const seen = new Set<ts.Symbol>()
  const queue = checker.getExportsOfModule(module).map((symbol) => ({ name: symbol.name, symbol }))
  for (const { name, symbol } of queue) {
    const declared = resolved(checker, symbol)
    if (seen.has(declared)) continue
    seen.add(declared)
    const declarations = (declared.declarations ?? []).filter((one) => isOwn(root, one))
    if (declarations.length === 0) shapes[name] = 'of a package'
    for (const declaration of declarations) {
      for (const [key, node] of partsOf(name, declaration)) {
        shapes[key] = typeof node === 'string' ? node : textOf(node)
      }
      for (const reference of referencesOf(checker, declaration)) {
        queue.push({ name: reference.name, symbol: reference })
      }
    }
  }
  return shapes
}

function resolved(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

function isOwn(root: string, node: ts.Node): boolean {
  const { fileName } = node.getSourceFile()
  return fileName.startsWith(join(root, 'src') + sep)
}

function partsOf(name: string, declaration: ts.Declaration): Array<[string, ts.Node | string]> {
  if (ts.isInterfaceDeclaration(declaration)) {
    const parents = (declaration.heritageClauses ?? []).map(textOf).join(' ')
    const head = `interface${parametersOf(declaration.typeParameters)} ${parents}`.trim()
    return [
      [name, head],
      ...declaration.members.map((member): [string, ts.Node] => [`${name}.${member.name?.getText() ?? '()'}`, member]),
    ]
  }
  if (ts.isFunctionDeclaration(declaration)) {
    const { typeParameters, parameters, type } = declaration
    const types = parameters.map((one) => (one.questionToken ? '?' : '') + (one.type ? textOf(one.type) : 'any'))
    return [[name, `${parametersOf(typeParameters)}(${types.join(', ')}) => ${type ? textOf(type) : 'any'}`]]
  }
  if (ts.isTypeAliasDeclaration(declaration)) return [[name, declaration.type]]
  if (ts.isVariableDeclaration(declaration)) return [[name, declaration.type ?? 'value']]
  return [[name, declaration]]
}

function parametersOf(parameters: ts.NodeArray<ts.TypeParameterDeclaration> | undefined): string {
  return parameters ? `<${parameters.map(textOf).join(', ')}>` : ''
}

function textOf(node: ts.Node): string {
  return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replaceAll(/\s+/g, ' ')
}

/** Names of types in a declaration, without the body of a function. */
function referencesOf(checker: ts.TypeChecker, declaration: ts.Declaration): ts.Symbol[] {
  const symbols: ts.Symbol[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) return
    const name = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isExpressionWithTypeArguments(node)
        ? node.expression
        : ts.isTypeQueryNode(node)
          ? node.exprName
          : undefined
    const symbol = name && checker.getSymbolAtLocation(name)
    if (symbol) {
      const declared = resolved(checker, symbol)
      const isParameter = declared.flags & ts.SymbolFlags.TypeParameter
      const ownRoot = declared.declarations?.some((one) => !one.getSourceFile().fileName.includes('/node_modules/'))
      if (!isParameter && ownRoot) symbols.push(declared)
    }
    ts.forEachChild(node, visit)
  }
  if (!ts.isVariableDeclaration(declaration)) visit(declaration)
  return symbols
}
