/** Where an operation answers: getPublic* at the public address (specification, section 7). In no contract: without zod. */
export const baseOf = (name: string): 'public' | 'cms' => (name.startsWith('getPublic') ? 'public' : 'cms')
