// Defines example values for the OpenAPI document.

export const exampleId = '0f4c1b2a9d8e7f605142332415060718';
export const exampleDigest = '6e0a1f3c52d87b94e0a1f3c52d87b946e0a1f3c52d87b94e0a1f3c52d87b9460';
