/**
 * The schemas of the answers, by operation, of every contract that has been loaded here. Free of zod, which a fan-facing
 * page loads after its first paint, if at all.
 */
type Schema = { safeParse: (value: unknown) => { success: true; data: unknown } | { success: false; error: unknown } }

const schemas = new Map<string, Schema>()

export const knowResult = (name: string, result: Schema): void => void schemas.set(name, result)
export const resultSchema = (name: string): Schema | undefined => schemas.get(name)
