// The JSON Schema of scenarios, walked along a place in the text.

/** The schemas that can hold at a place: references, alternatives and conditions resolved. `keys` are those that the mapping there has already.
 * @returns {object[]} */
export function schemasAt(root, path, keys = []) {
  let at = [root];
  for (const step of path) at = distinct(at.flatMap((schema) => expanded(root, schema, step.keys.concat(step.key ?? []))).flatMap((schema) => below(schema, step.key)));
  return distinct(at.flatMap((schema) => expanded(root, schema, keys)));
}

function below(schema, key) {
  if (key === null) return schema.items ? [schema.items] : [];
  const property = schema.properties?.[key];
  if (property) return [property];
  return typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : [];
}

/** A schema without references, alternatives and conditions. A condition asks which keys there are; while there are none, its keys themselves are what can stand there. */
function expanded(root, schema, keys) {
  if (typeof schema !== "object" || schema === null) return [];
  if (schema.$ref) return expanded(root, referred(root, schema.$ref), keys);
  const { anyOf, if: condition, then, else: otherwise, ...rest } = schema;
  const found = [];
  if (anyOf) found.push(...anyOf.flatMap((one) => expanded(root, one, keys)));
  if (condition) {
    if (keys.length) found.push(...expanded(root, holds(condition, keys) ? then : otherwise, keys));
    else found.push(begun(root, condition, then), ...expanded(root, otherwise, keys).filter((one) => one.begun || otherwise.$ref));
  }
  if (rest.properties || rest.enum || "const" in rest || rest.type || rest.items || rest.additionalProperties) found.push(rest);
  return found;
}

/** The keys that a condition asks for, as the properties of a mapping that hasn't begun. */
function begun(root, condition, then) {
  const target = then?.$ref ? referred(root, then.$ref) : then;
  const names = (condition.anyOf ?? [condition]).flatMap((one) => one.required ?? []);
  const properties = Object.fromEntries(names.map((name) => [name, target?.properties?.[name] ?? { description: target?.title }]));
  return { begun: true, main: Boolean(then?.$ref), type: "object", properties };
}

function holds(condition, keys) {
  if (condition.anyOf) return condition.anyOf.some((one) => holds(one, keys));
  const names = new RegExp(condition.propertyNames?.pattern ?? "");
  return (condition.required ?? []).every((key) => keys.includes(key)) && keys.every((key) => names.test(key));
}

function referred(root, reference) {
  return reference.slice(2).split("/").reduce((at, name) => at[name], root);
}

function distinct(schemas) {
  return [...new Set(schemas)];
}

/** The keys that a mapping of these schemas can have: what is said of each, whether the mapping begins with it, and whether it is another word for one of them.
 * @returns {Map<string, {description: string, first: boolean, synonym: boolean}>} */
export function keysOf(schemas) {
  const found = new Map();
  for (const schema of schemas)
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      const description = property.description ?? "";
      const synonym = description.startsWith("another word for");
      const first = schema.main ?? schema.required?.includes(key) ?? false;
      if (!found.has(key) || (found.get(key).synonym && !synonym)) found.set(key, { description, first, synonym });
    }
  return found;
}

/** Whether a mapping of these schemas has keys that the scenario itself names: players, labels, cards. */
export function namedKeys(schemas) {
  return schemas.some((schema) => typeof schema.additionalProperties === "object");
}

/** The values that are named by these schemas, and whether any other text can stand there. */
export function valuesOf(schemas) {
  const values = new Set();
  let free = false;
  for (const schema of schemas) {
    const types = [schema.type ?? []].flat();
    if (schema.enum) schema.enum.filter((one) => typeof one !== "object").forEach((one) => values.add(String(one)));
    else if ("const" in schema) values.add(String(schema.const));
    else if (types.includes("string")) free = true;
    if (types.includes("boolean") && !schema.enum) values.add("true").add("false");
  }
  return { values: [...values], free };
}
