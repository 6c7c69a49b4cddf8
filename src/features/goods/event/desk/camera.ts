type WithPolicy = Document & { featurePolicy?: { allowsFeature: (name: string) => boolean } }
/**
 * Whether this document's policy allows the camera. If not, after a client-side navigation, the page has to be
 * reloaded.
 */
export const mayUseCamera = () => (document as WithPolicy).featurePolicy?.allowsFeature('camera') ?? true
