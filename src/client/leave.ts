/** Full page load of another page of this site; the address is complete, including the language. */
export const leaveFor = (address: string) => window.location.replace(address)
