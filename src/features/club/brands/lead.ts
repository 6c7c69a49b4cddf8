/** What a creator says of the brand: its first line stands in the head of the brand's page, the rest below (BrandFacts). */
export const leadOf = (description: string): string => description.split('\n', 1)[0] ?? ''
export const restOf = (description: string): string => description.split('\n').slice(1).join('\n').trim()
