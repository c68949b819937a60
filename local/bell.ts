// Lets one reader sleep until it is rung for, or until a time is over.

export type Bell = ReturnType<typeof makeBell>;

export function makeBell() {
  let rung = false;
  let wake = () => {};
  return {
    /** A ring that nobody waits for is heard by the next wait. */
    ring(): void {
      rung = true;
      wake();
    },
    /** @returns whether it rang; false once so many milliseconds are over */
    wait(milliseconds: number): Promise<boolean> {
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          wake = () => {};
          resolve(rung);
          rung = false;
        };
        const timer = setTimeout(end, milliseconds);
        wake = end;
        if (rung) end();
      });
    },
  };
}
