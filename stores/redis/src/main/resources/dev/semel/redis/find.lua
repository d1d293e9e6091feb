-- Looks.
return say(UNCHANGED)
