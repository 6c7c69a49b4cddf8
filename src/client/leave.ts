/** To another document of this site, by a full load; the address is complete, language included. */
export const leaveFor = (address: string) => window.location.replace(address)
