import dynamic from 'next/dynamic'

type WithPolicy = Document & { featurePolicy?: { allowsFeature: (name: string) => boolean } }
/**
 * Whether this document's policy allows the camera. If not, after a client-side navigation, the page has to be
 * reloaded.
 */
export const mayUseCamera = () => (document as WithPolicy).featurePolicy?.allowsFeature('camera') ?? true

/** The only place that imports the scanner: each import may be a file of its own, and only one is prepared. */
const loadScanner = () => import('../Scanner')

export const Scanner = dynamic(() => loadScanner().then((m) => m.Scanner), { ssr: false })

/** Loads the scanner. False if that is not possible now; numbers can be typed without it. */
export const prepareScanner = (): Promise<boolean> =>
  loadScanner()
    .then((m) => m.prepareReader())
    .then(
      () => true,
      () => false,
    )
