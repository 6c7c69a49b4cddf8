import { publicProfile } from '#club/brands/contract.ts'
import { contract, visitorRead } from '#kit/contract.ts'

export const memberFigures = contract({
  getPublicBrandProfile: visitorRead({ by: 'brand', payload: {}, result: publicProfile }),
})
