import { join } from 'node:path';
import ts from 'typescript';
import { filesBelow, ROOT } from './sources.js';

type Schema = Record<string, unknown>;

/**
 * JSON Schema of every interface in contracts/, read from TypeScript itself: what a call answers is written down once, as a
 * type, and the API document is made from that.
 */
export function viewSchemas(): Record<string, Schema> {
  const files = filesBelow('contracts')
    .filter((path) => path.endsWith('.contract.ts'))
    .map((path) => join(ROOT, path));
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  });
  const writer = new SchemaWriter(program.getTypeChecker());
  for (const file of files) {
    const source = program.getSourceFile(file);
    source?.forEachChild((node) => {
      if (ts.isInterfaceDeclaration(node) && node.typeParameters === undefined) writer.named(node);
    });
  }
  return Object.fromEntries(Object.entries(writer.schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

class SchemaWriter {
  readonly schemas: Record<string, Schema> = {};

  constructor(private readonly checker: ts.TypeChecker) {}

  named(node: ts.InterfaceDeclaration): void {
    const schema = this.object(this.checker.getTypeAtLocation(node));
    // Functions do not cross the wire: the socket's events are described elsewhere.
    if (schema === undefined) return;
    const text = comment(this.checker.getSymbolAtLocation(node.name), this.checker);
    this.schemas[node.name.text] = text === '' ? schema : { description: text, ...schema };
  }

  private object(type: ts.Type): Schema | undefined {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const symbol of type.getProperties()) {
      const propertyType = this.checker.getTypeOfSymbol(symbol);
      if (propertyType.getCallSignatures().length > 0) return undefined;
      const text = comment(symbol, this.checker);
      const schema = this.of(propertyType);
      properties[symbol.name] =
        text === ''
          ? schema
          : '$ref' in schema
            ? { allOf: [schema], description: text }
            : { ...schema, description: text };
      if ((symbol.flags & ts.SymbolFlags.Optional) === 0) required.push(symbol.name);
    }
    const index = type.getStringIndexType();
    if (Object.keys(properties).length === 0 && index) return { type: 'object', additionalProperties: this.of(index) };
    return { type: 'object', properties, required };
  }

  private of(type: ts.Type): Schema {
    if (type.isUnion()) return this.union(type);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    const { flags } = type;
    if (flags & ts.TypeFlags.String) return { type: 'string' };
    if (flags & ts.TypeFlags.Number) return { type: 'number' };
    if (flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' };
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return {};
    if (this.checker.isTupleType(type)) return this.tuple(type as ts.TypeReference);
    if (this.checker.isArrayType(type)) {
      return { type: 'array', items: this.of(this.checker.getTypeArguments(type as ts.TypeReference)[0] as ts.Type) };
    }
    const declaration = type.symbol?.declarations?.[0];
    if (
      declaration &&
      ts.isInterfaceDeclaration(declaration) &&
      declaration.getSourceFile().fileName.includes('/contracts/')
    ) {
      if (declaration.typeParameters === undefined) return { $ref: `#/components/schemas/${declaration.name.text}` };
    }
    return this.object(type) ?? {};
  }

  private union(type: ts.UnionType): Schema {
    const parts = type.types.filter((part) => !(part.flags & ts.TypeFlags.Undefined));
    if (parts.every((part) => part.isStringLiteral() || part.isNumberLiteral())) {
      return { enum: parts.map((part) => (part as ts.LiteralType).value) };
    }
    const schemas = [
      ...new Map(parts.map((part) => this.of(part)).map((part) => [JSON.stringify(part), part])).values(),
    ];
    return schemas.length === 1 ? (schemas[0] as Schema) : { anyOf: schemas };
  }

  private tuple(type: ts.TypeReference): Schema {
    const items = this.checker.getTypeArguments(type).map((item) => this.of(item));
    return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length };
  }
}

function comment(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): string {
  return symbol ? ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim() : '';
}
