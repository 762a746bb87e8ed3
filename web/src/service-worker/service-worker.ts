console.log((self as any).__WB_MANIFEST);
